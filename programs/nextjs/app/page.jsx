import { getSession } from '../lib/session.js';

export default async function Home() {
  const { person } = await getSession();
  if (!person)
    return (
      <>
        <h1>Welcome</h1>
        <a href="/sign-in">Sign in</a>
      </>
    );
  return (
    <>
      <h1>{person.name ?? person.sub}</h1>
      <pre>{JSON.stringify(person, null, 2)}</pre>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
