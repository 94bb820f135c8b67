package main

import (
	"context"
	"crypto/rand"
	"encoding/gob"
	"encoding/json"
	"errors"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/alexedwards/scs/v2"
	"github.com/coreos/go-oidc/v3/oidc"
	_ "github.com/joho/godotenv/autoload" // Reads .env.
	"golang.org/x/oauth2"
)

// flow is what one sign-in must come back with.
type flow struct{ State, Nonce, Verifier string }

var home = template.Must(template.New("home").Parse(`<!doctype html><title>Program</title>
{{if .}}<h1>{{.Name}}</h1><pre>{{.Claims}}</pre><form method="post" action="/sign-out"><button>Sign out</button></form>
{{else}}<h1>Welcome</h1><a href="/sign-in">Sign in</a>{{end}}`))

func main() {
	issuer, err := oidc.NewProvider(context.Background(), os.Getenv("OIDC_ISSUER_URL"))
	if err != nil {
		log.Fatal(err)
	}
	callback, err := url.Parse(os.Getenv("OIDC_REDIRECT_URI"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("OIDC_CLIENT_ID"),
		ClientSecret: os.Getenv("OIDC_CLIENT_SECRET"),
		Endpoint:     issuer.Endpoint(),
		RedirectURL:  callback.String(),
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier := issuer.Verifier(&oidc.Config{ClientID: config.ClientID})
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := issuer.Claims(&metadata); err != nil {
		log.Fatal(err)
	}

	// Sessions are in memory, and their cookies are HttpOnly and SameSite=Lax.
	gob.Register(flow{})
	sessions := scs.New()
	sessions.Cookie.Name = "go.sid"
	sessions.Cookie.Secure = callback.Scheme == "https"

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		if claims := sessions.GetString(r.Context(), "claims"); claims != "" {
			home.Execute(w, map[string]string{"Name": sessions.GetString(r.Context(), "name"), "Claims": claims})
			return
		}
		home.Execute(w, nil)
	})

	mux.HandleFunc("GET /sign-in", func(w http.ResponseWriter, r *http.Request) {
		f := flow{rand.Text(), rand.Text(), oauth2.GenerateVerifier()}
		sessions.Put(r.Context(), "flow", f)
		address := config.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier))
		http.Redirect(w, r, address, http.StatusFound)
	})

	mux.HandleFunc("GET "+callback.Path, func(w http.ResponseWriter, r *http.Request) {
		f, ok := sessions.Pop(r.Context(), "flow").(flow)
		query := r.URL.Query()
		if !ok || query.Get("state") != f.State {
			http.Error(w, "This sign-in did not begin in this browser.", http.StatusBadRequest)
			return
		}
		if query.Has("error") {
			http.Error(w, query.Get("error_description"), http.StatusBadRequest)
			return
		}
		name, claims, idToken, err := exchange(r.Context(), issuer, verifier, &config, query.Get("code"), f)
		if err == nil {
			err = sessions.RenewToken(r.Context()) // A new session id, so that nobody knows it from before.
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sessions.Put(r.Context(), "name", name)
		sessions.Put(r.Context(), "claims", claims)
		sessions.Put(r.Context(), "idToken", idToken)
		http.Redirect(w, r, "/", http.StatusFound)
	})

	mux.HandleFunc("POST /sign-out", func(w http.ResponseWriter, r *http.Request) {
		idToken := sessions.GetString(r.Context(), "idToken")
		if idToken == "" { // A form of another site comes without the cookie, and must not delete it.
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		query := url.Values{"id_token_hint": {idToken}}
		if err := sessions.Destroy(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		http.Redirect(w, r, metadata.EndSession+"?"+query.Encode(), http.StatusFound)
	})

	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	log.Printf("The program is ready at %s://%s", callback.Scheme, callback.Host)
	log.Fatal(http.ListenAndServe("localhost:"+port, sessions.LoadAndSave(mux)))
}

// exchange returns the name, the claims and the ID token of the person who signed in.
func exchange(
	ctx context.Context, issuer *oidc.Provider, verifier *oidc.IDTokenVerifier, config *oauth2.Config, code string, f flow,
) (name, claims, raw string, err error) {
	tokens, err := config.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return
	}
	raw, _ = tokens.Extra("id_token").(string)
	idToken, err := verifier.Verify(ctx, raw)
	if err != nil {
		return
	}
	info, err := issuer.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	if err != nil {
		return
	}
	if idToken.Nonce != f.Nonce || info.Subject != idToken.Subject {
		return "", "", "", errors.New("the ID token is not of this sign-in")
	}
	all := map[string]any{}
	if err = idToken.Claims(&all); err != nil {
		return
	}
	if err = info.Claims(&all); err != nil {
		return
	}
	text, err := json.MarshalIndent(all, "", "  ")
	name, _ = all["name"].(string)
	return name, string(text), raw, err
}
