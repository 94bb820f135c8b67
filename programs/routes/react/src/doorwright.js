// `<AuthProvider {...doorwright}>` around the program gives useAuth(): npm install react-oidc-context oidc-client-ts
export const doorwright = {
  authority: import.meta.env.VITE_OIDC_ISSUER_URL,
  client_id: import.meta.env.VITE_OIDC_CLIENT_ID,
  redirect_uri: import.meta.env.VITE_OIDC_REDIRECT_URI,
  scope: 'openid profile email',
  loadUserInfo: true,
  onSigninCallback: () => window.history.replaceState({}, '', '/'),
};
