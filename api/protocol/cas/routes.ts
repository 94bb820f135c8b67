import express, { type Router } from 'express';
import { openSignIn, type SignInDeps } from './sign-in-route.ts';
import { serveValidation } from './validation-routes.ts';

const base = '/cas/:organization/:application';

/** The server of CAS. Its pages come from the portal. */
export function casRoutes(deps: SignInDeps): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(`${base}/login`, openSignIn(deps));
  serveValidation(router, base, deps);
  return router;
}
