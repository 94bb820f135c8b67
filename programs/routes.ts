/** A short file that adds the sign-in to a program that exists already, in the folder `routes/` of its stack. */
export interface Route {
  stack: string;
  /** Its path in the program. */
  file: string;
  /** The sentence that tells how the program uses it. */
  use: string;
  /** The callback that the file answers, if it is another than that of the complete program. */
  redirectUri?: string;
}

export const routes: readonly Route[] = [
  {
    stack: 'express',
    file: 'doorwright/sign-in.mjs',
    use: 'Run `npm install express-openid-connect`, call `app.use(signIn)`, and start with `node --env-file=.env`. The address /login signs people in, and `await req.oidc.fetchUserInfo()` tells who.',
  },
  {
    stack: 'nextjs',
    file: 'app/api/auth/[...nextauth]/route.js',
    use: "Run `npm install next-auth`, and call `signIn('doorwright')` of next-auth/react.",
    redirectUri: 'http://localhost:3000/api/auth/callback/doorwright',
  },
  {
    stack: 'react',
    file: 'src/doorwright.js',
    use: 'Run `npm install react-oidc-context oidc-client-ts`, and put `<AuthProvider {...doorwright}>` around the program.',
  },
  {
    stack: 'spring-boot',
    file: 'src/main/resources/config/application.yaml',
    use: 'Add the dependency spring-boot-starter-oauth2-client.',
  },
  {
    stack: 'django',
    file: 'doorwright_sign_in.py',
    use: 'Run `pip install Authlib requests`, export the values of .env, and add `path("", include("doorwright_sign_in"))` to urls.py. The address /sign-in signs people in, and `request.session["person"]` tells who.',
  },
];
