import type { Route } from '../../http/route.ts';
import { captchaRoutes } from '../../signin/doors/captcha-routes.ts';
import { codeRoutes } from '../../signin/doors/code-routes.ts';
import { emailLinkRoutes } from '../../signin/doors/email-link-routes.ts';
import { loginKeyRoute } from '../../signin/doors/login-key-route.ts';
import { promptRoutes } from '../../signin/doors/prompt-routes.ts';
import { contactsRoute } from '../../signin/doors/recovery/contacts-route.ts';
import { notMeRoute } from '../../signin/doors/recovery/not-me-route.ts';
import { ownContactRoute } from '../../signin/doors/recovery/own-contact-route.ts';
import { passwordLinkRoutes } from '../../signin/doors/recovery/password-link-routes.ts';
import { recoveryRoutes } from '../../signin/doors/recovery/password-routes.ts';
import { signupRoutes } from '../../signin/doors/signup-routes.ts';
import type { SignInParts } from '../../signin/pipeline/parts.ts';
import type { PortalDeps } from '../../signin/place/portal-deps.ts';
import { affiliationRoutes } from './affiliations/routes.ts';
import { pageHtmlRoute } from './html/page-html-route.ts';
import { mailRoutes } from './mail-routes.ts';
import { previewHtmlRoute } from './preview/html-route.ts';
import { previewRoute } from './preview/preview-route.ts';
import { smsRoute } from './sms-routes.ts';

/** The routes of users before sign-in: sign-up, codes and recovery. */
export const portalRoutes = (deps: PortalDeps & Pick<SignInParts, 'steps' | 'targets'>): Route[] => [
  loginKeyRoute(deps),
  ...captchaRoutes(deps),
  ...codeRoutes(deps),
  ...emailLinkRoutes(deps),
  pageHtmlRoute(deps),
  previewRoute(deps),
  previewHtmlRoute(deps),
  ...affiliationRoutes(deps),
  ...signupRoutes(deps),
  ...promptRoutes(deps),
  contactsRoute(deps),
  ...recoveryRoutes(deps),
  notMeRoute(deps),
  ...passwordLinkRoutes(deps),
  ownContactRoute(deps),
  ...mailRoutes(deps),
  smsRoute(deps),
];
