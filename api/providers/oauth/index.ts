import type { Behaviours } from '../behaviour-of.ts';
import { custom } from './custom.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { openIdConnect } from './openid-connect.ts';
import { qq } from './qq.ts';
import type { SignInService } from './sign-in-service.ts';
import { wechat } from './wechat.ts';

export const signInServices: Behaviours<'OAuth', SignInService> = {
  Google: google,
  GitHub: github,
  QQ: qq,
  WeChat: wechat,
  'OpenID Connect': openIdConnect,
  Custom: custom,
};
