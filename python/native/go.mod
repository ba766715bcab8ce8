module chratze/python/native

go 1.26.0

require chratze v0.0.0

require gonum.org/v1/gonum v0.17.0 // indirect

replace chratze => ../..
