import { createRoot } from 'react-dom/client';
import { AuthProvider } from 'react-oidc-context';
import { App } from './App.jsx';

const { VITE_OIDC_ISSUER_URL, VITE_OIDC_CLIENT_ID, VITE_OIDC_REDIRECT_URI } = import.meta.env;

// State and verifier are in the session storage of this tab until the callback.
createRoot(document.getElementById('root')).render(
  <AuthProvider
    authority={VITE_OIDC_ISSUER_URL}
    client_id={VITE_OIDC_CLIENT_ID}
    redirect_uri={VITE_OIDC_REDIRECT_URI}
    scope="openid profile email"
    loadUserInfo
    onSigninCallback={() => window.history.replaceState({}, '', '/')}
  >
    <App />
  </AuthProvider>,
);
