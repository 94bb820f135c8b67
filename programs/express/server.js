import { randomBytes } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';

const { OIDC_ISSUER_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_REDIRECT_URI } = process.env;
const callback = new URL(OIDC_REDIRECT_URI);
// Only a local trial has no TLS.
const options = OIDC_ISSUER_URL.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
const config = await oidc.discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, options);

const app = express();
// Sessions are in memory and end with the process. With several processes, give all of them one store and one SESSION_SECRET.
app.use(
  session({
    name: 'express.sid',
    secret: process.env.SESSION_SECRET || randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    proxy: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure: callback.protocol === 'https:' },
  }),
);

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

app.get('/', ({ session: { person } }, res) => {
  res.send(
    person
      ? `<h1>${escaped(person.name ?? person.sub)}</h1><pre>${escaped(JSON.stringify(person, null, 2))}</pre>
         <form method="post" action="/sign-out"><button>Sign out</button></form>`
      : '<h1>Welcome</h1><a href="/sign-in">Sign in</a>',
  );
});

app.get('/sign-in', async (req, res) => {
  const flow = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
  req.session.flow = flow;
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: OIDC_REDIRECT_URI,
    scope: 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  res.redirect(address.href);
});

app.get(callback.pathname, async (req, res) => {
  const { flow } = req.session;
  if (!flow) return res.status(400).send('This sign-in did not begin in this browser. <a href="/sign-in">Sign in</a>');
  const tokens = await oidc.authorizationCodeGrant(config, new URL(req.url, callback), {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const person = { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) };
  // A new session id, so that nobody can know it from before the sign-in.
  req.session.regenerate((error) => {
    if (error) throw error;
    Object.assign(req.session, { person, idToken: tokens.id_token });
    res.redirect('/');
  });
});

app.post('/sign-out', (req, res) => {
  const { idToken } = req.session;
  req.session.destroy(() => {
    res.redirect(oidc.buildEndSessionUrl(config, idToken ? { id_token_hint: idToken } : {}).href);
  });
});

app.use((error, _req, res, _next) => {
  console.error(error);
  res.status(400).send(`${escaped(error.error_description ?? error.message)} <a href="/sign-in">Sign in</a>`);
});

const port = process.env.PORT || callback.port || 3000;
app.listen(port, (error) => {
  // Express tells it here, too, that the port is in use.
  if (error) throw error;
  console.log(`The program is ready at ${callback.origin}`);
});
