import type { Route } from '../http/route.ts';
import { affiliationRoutes } from './affiliations/routes.ts';
import { captchaRoutes } from './captcha/routes.ts';
import { codeRoutes } from './codes/routes.ts';
import { loginKeyRoute } from './credentials/routes.ts';
import type { PortalDeps } from './deps.ts';
import { pageHtmlRoute } from './html/page-html-route.ts';
import { mailRoutes } from './mail/routes.ts';
import { contactsRoute } from './recovery/contacts-route.ts';
import { ownContactRoute } from './recovery/own-contact-route.ts';
import { recoveryRoutes } from './recovery/password-routes.ts';
import { signupRoutes } from './signup/routes.ts';
import { smsRoute } from './sms/routes.ts';

/** What people do who are not signed in yet: sign up, prove an address, recover a password. */
export const portalRoutes = (deps: PortalDeps): Route[] => [
  loginKeyRoute(deps),
  ...captchaRoutes(deps),
  ...codeRoutes(deps),
  pageHtmlRoute(deps),
  ...affiliationRoutes(deps),
  ...signupRoutes(deps),
  contactsRoute(deps),
  ...recoveryRoutes(deps),
  ownContactRoute(deps),
  ...mailRoutes(deps),
  smsRoute(deps),
];
