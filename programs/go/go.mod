module example.com/program

go 1.25.0

require (
	github.com/alexedwards/scs/v2 v2.9.0
	github.com/coreos/go-oidc/v3 v3.21.0
	github.com/joho/godotenv v1.5.1
	golang.org/x/oauth2 v0.38.0
)
