// `app.use(signIn)` adds /login, the callback and /logout: npm install express-openid-connect
import { auth } from 'express-openid-connect';

const { OIDC_ISSUER_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_REDIRECT_URI } = process.env;
const { origin, pathname } = new URL(OIDC_REDIRECT_URI);
const client = { issuerBaseURL: OIDC_ISSUER_URL, clientID: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
const request = { authorizationParams: { response_type: 'code', scope: 'openid profile email' } };
const own = { baseURL: origin, routes: { callback: pathname }, secret: OIDC_CLIENT_SECRET, authRequired: false };
const refused = ({ error_description: told, message }, _req, res, _next) =>
  res.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end(told ?? message);
export const signIn = [auth({ ...client, ...request, ...own, clientAuthMethod: 'client_secret_post' }), refused];
