import type { Behaviours } from '../behaviour-of.ts';
import { adfs } from './adfs.ts';
import { alipay } from './alipay.ts';
import { apple } from './apple.ts';
import { azureAd } from './azure-ad.ts';
import { baidu } from './baidu.ts';
import { bilibili } from './bilibili.ts';
import { casdoor } from './casdoor.ts';
import { custom } from './custom.ts';
import { dingtalk } from './dingtalk.ts';
import { douyin } from './douyin.ts';
import { facebook } from './facebook.ts';
import { gitee } from './gitee.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { google } from './google.ts';
import { infoflow } from './infoflow.ts';
import { lark } from './lark.ts';
import { linkedin } from './linkedin.ts';
import { okta } from './okta.ts';
import { openIdConnect } from './openid-connect.ts';
import { qq } from './qq.ts';
import type { SignInService } from './sign-in-service.ts';
import { slack } from './slack.ts';
import { steam } from './steam.ts';
import { wechat } from './wechat.ts';
import { wechatMiniProgram } from './wechat-mini-program.ts';
import { wecom } from './wecom.ts';
import { weibo } from './weibo.ts';

export const signInServices: Behaviours<'OAuth', SignInService> = {
  Google: google,
  GitHub: github,
  QQ: qq,
  WeChat: wechat,
  Facebook: facebook,
  Weibo: weibo,
  Gitee: gitee,
  LinkedIn: linkedin,
  GitLab: gitlab,
  Adfs: adfs,
  Casdoor: casdoor,
  Apple: apple,
  AzureAD: azureAd,
  Slack: slack,
  Steam: steam,
  Okta: okta,
  WeChatMiniProgram: wechatMiniProgram,
  Baidu: baidu,
  DingTalk: dingtalk,
  Douyin: douyin,
  Lark: lark,
  WeCom: wecom,
  Alipay: alipay,
  Bilibili: bilibili,
  Infoflow: infoflow,
  'OpenID Connect': openIdConnect,
  Custom: custom,
};
