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
import { slack } from './slack.ts';
import { steam } from './steam.ts';
import { wechat } from './wechat.ts';
import { wechatMiniProgram } from './wechat-mini-program.ts';
import { wecom } from './wecom.ts';
import { weibo } from './weibo.ts';

/** In the order in which people choose them. */
export const oauth = [
  google,
  github,
  qq,
  wechat,
  wechatMiniProgram,
  facebook,
  dingtalk,
  weibo,
  gitee,
  linkedin,
  wecom,
  lark,
  gitlab,
  adfs,
  baidu,
  alipay,
  casdoor,
  infoflow,
  apple,
  azureAd,
  slack,
  steam,
  bilibili,
  okta,
  douyin,
  openIdConnect,
  custom,
] as const;
