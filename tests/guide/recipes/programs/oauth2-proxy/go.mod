module doorwright.dev/tests/recipes/oauth2-proxy

go 1.26.0

require github.com/oauth2-proxy/oauth2-proxy/v7 v7.15.6
