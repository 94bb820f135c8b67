using System.Security.Claims;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
builder.Configuration.AddJsonFile("appsettings.Local.json", optional: true);
var issuer = builder.Configuration["OIDC_ISSUER_URL"]!;
var callback = new Uri(builder.Configuration["OIDC_REDIRECT_URI"]!);
builder.WebHost.UseUrls($"http://localhost:{builder.Configuration["PORT"] ?? "5080"}");

builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    // The session is an encrypted cookie with HttpOnly and SameSite=Lax.
    .AddCookie(options => options.Cookie.Name = "dotnet.session")
    // State, nonce and verifier are encrypted in the address and in cookies of the visitor.
    .AddOpenIdConnect(options =>
    {
        options.Authority = issuer;
        options.ClientId = builder.Configuration["OIDC_CLIENT_ID"];
        options.ClientSecret = builder.Configuration["OIDC_CLIENT_SECRET"];
        options.CallbackPath = callback.AbsolutePath;
        options.ResponseType = OpenIdConnectResponseType.Code;
        options.ResponseMode = OpenIdConnectResponseMode.Query;
        options.NonceCookie.SameSite = options.CorrelationCookie.SameSite = SameSiteMode.Lax;
        options.NonceCookie.SecurePolicy = options.CorrelationCookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
        options.Scope.Add("email");
        options.GetClaimsFromUserInfoEndpoint = true;
        options.ClaimActions.MapAll();
        options.MapInboundClaims = false;
        options.TokenValidationParameters.NameClaimType = "name";
        options.SaveTokens = true; // The ID token names the session at the sign-out.
        options.RequireHttpsMetadata = !issuer.StartsWith("http:"); // Only a local trial has no TLS.
        options.Events.OnRedirectToIdentityProvider = context =>
        {
            context.ProtocolMessage.RedirectUri = callback.OriginalString;
            return Task.CompletedTask;
        };
        options.Events.OnRedirectToIdentityProviderForSignOut = context =>
        {
            context.ProtocolMessage.PostLogoutRedirectUri = null;
            return Task.CompletedTask;
        };
        options.Events.OnRemoteFailure = context =>
        {
            context.HandleResponse();
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return context.Response.WriteAsync(context.Failure?.Message ?? "The sign-in did not succeed.");
        };
    });

var app = builder.Build();
app.UseAuthentication();

app.MapGet("/", (ClaimsPrincipal person) =>
{
    string Text(string? text) => HtmlEncoder.Default.Encode(text ?? "");
    var claims = string.Join("\n", person.Claims.Select(claim => Text($"{claim.Type}: {claim.Value}")));
    return Results.Content(
        person.Identity?.IsAuthenticated == true
            ? $"<h1>{Text(person.Identity.Name)}</h1><pre>{claims}</pre>"
                + "<form method=\"post\" action=\"/sign-out\"><button>Sign out</button></form>"
            : "<h1>Welcome</h1><a href=\"/sign-in\">Sign in</a>",
        "text/html; charset=utf-8");
});

app.MapGet("/sign-in", () => Results.Challenge(new AuthenticationProperties { RedirectUri = "/" }));

// A form of another site comes without the cookie, and must not delete it.
app.MapPost("/sign-out", (ClaimsPrincipal person) => person.Identity?.IsAuthenticated == true
    ? Results.SignOut(authenticationSchemes:
    [
        CookieAuthenticationDefaults.AuthenticationScheme,
        OpenIdConnectDefaults.AuthenticationScheme,
    ])
    : Results.Redirect("/"));

app.Run();
