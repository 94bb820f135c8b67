import type { Behaviours } from '../behaviour-of.ts';
import { custom } from './custom.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { openIdConnect } from './openid-connect.ts';
import type { SignInService } from './sign-in-service.ts';

export const signInServices: Behaviours<'OAuth', SignInService> = {
  Google: google,
  GitHub: github,
  'OpenID Connect': openIdConnect,
  Custom: custom,
};
