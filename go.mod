module chratze

go 1.26
