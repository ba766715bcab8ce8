module chratze/python/native

go 1.26.0

require chratze v0.0.0

replace chratze => ../..
