import { useAuth } from 'react-oidc-context';

export function App() {
  const { isLoading, error, user, signinRedirect, signoutRedirect } = useAuth();

  if (isLoading) return <p>One moment …</p>;
  if (!user)
    return (
      <>
        <h1>Welcome</h1>
        {error && <p role="alert">{error.message}</p>}
        <button type="button" onClick={() => signinRedirect()}>
          Sign in
        </button>
      </>
    );
  return (
    <>
      <h1>{user.profile.name ?? user.profile.sub}</h1>
      <pre>{JSON.stringify(user.profile, null, 2)}</pre>
      <button type="button" onClick={() => signoutRedirect()}>
        Sign out
      </button>
    </>
  );
}
