// `signIn('doorwright')` of next-auth/react leads here: npm install next-auth
import NextAuth from 'next-auth';

const { OIDC_ISSUER_URL: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = process.env;
const userinfo = { request: ({ client, tokens }) => client.userinfo(tokens) };
const request = { wellKnown: `${issuer}/.well-known/openid-configuration`, idToken: true, userinfo, issuer };
const checks = { checks: ['pkce', 'state', 'nonce'], authorization: { params: { scope: 'openid profile email' } } };
const profile = ({ sub, name, email }) => ({ id: sub, name, email });
const doorwright = { id: 'doorwright', name: 'Doorwright', type: 'oauth', clientId, clientSecret, profile };
const handler = NextAuth({ secret: clientSecret, providers: [{ ...doorwright, ...request, ...checks }] });

export { handler as GET, handler as POST };
