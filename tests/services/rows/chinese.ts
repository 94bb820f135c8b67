import { createAlipay, newPrivateKey } from '../stand-ins/alipay.ts';
import { createBaidu } from '../stand-ins/baidu.ts';
import { confirmedBy, createBilibili } from '../stand-ins/bilibili.ts';
import { createDingTalk } from '../stand-ins/dingtalk.ts';
import { createDouyin } from '../stand-ins/douyin.ts';
import { createInfoflow } from '../stand-ins/infoflow.ts';
import { createLark } from '../stand-ins/lark.ts';
import { createQq } from '../stand-ins/qq.ts';
import { createWeChat } from '../stand-ins/wechat.ts';
import { createWeCom } from '../stand-ins/wecom.ts';
import type { Row } from '../table.ts';

/** The services of China. */
export function chineseRows(): Row[] {
  const qq = createQq();
  const wechat = createWeChat();
  const dingtalk = createDingTalk();
  const lark = createLark();
  const douyin = createDouyin();
  const baidu = createBaidu();
  const alipay = createAlipay();
  const bilibili = createBilibili();
  return [
    {
      type: 'QQ',
      label: 'QQ',
      standIn: qq,
      failure: '100013 access token is illegal',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        qq.user = { openid: id, nickname: username, figureurl_qq_1: 'https://thirdqq.qlogo.example/100' };
      },
    },
    {
      type: 'WeChat',
      label: 'WeChat',
      standIn: wechat,
      failure: '42001 access_token expired',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        wechat.user = {
          openid: `o-${id}`,
          unionid: id,
          nickname: username,
          headimgurl: 'https://thirdwx.qlogo.example/132',
        };
      },
    },
    {
      type: 'DingTalk',
      label: 'DingTalk',
      standIn: dingtalk,
      failure: 'the application lacks a permission',
      lacks: ['displayName', 'email'],
      become({ id, username, email }) {
        dingtalk.user = {
          openId: id,
          unionId: `u-${id}`,
          nick: username,
          email,
          avatarUrl: 'https://dingtalk.example/1',
        };
      },
    },
    wecomRow({ subType: 'Internal', method: 'Normal' }),
    {
      type: 'Lark',
      label: 'Lark',
      standIn: lark,
      failure: '20021 User resigned',
      lacks: ['email'],
      become({ id, username, displayName, email }) {
        const names = { name: username, en_name: displayName };
        lark.user = { open_id: id, union_id: `on-${id}`, ...names, email, avatar_url: 'https://feishu.example/1' };
      },
    },
    {
      type: 'Baidu',
      label: 'Baidu',
      standIn: baidu,
      failure: '110 Access token invalid',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        baidu.user = { openid: id, username, portrait: 'e2c1776c31393837313031319605' };
      },
    },
    {
      type: 'Douyin',
      label: 'Douyin',
      standIn: douyin,
      failure: '28001003 access_token is invalid',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        douyin.user = { open_id: id, union_id: `u-${id}`, nickname: username, avatar: 'https://douyin.example/1' };
      },
    },
    {
      type: 'Alipay',
      label: 'Alipay',
      standIn: alipay,
      otherSecret: newPrivateKey(),
      failure: '20001 aop.invalid-auth-token',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        alipay.user = { user_id: id, nick_name: username, avatar: 'https://tfs.alipayobjects.example/1' };
      },
    },
    infoflowRow('Internal'),
    {
      type: 'Bilibili',
      label: 'Bilibili',
      standIn: bilibili,
      asked: confirmedBy,
      failure: '-101 the account is not signed in',
      lacks: ['displayName', 'email'],
      become({ id, username }) {
        bilibili.user = { openid: id, name: username, face: 'https://i0.hdslb.example/1' };
      },
    },
  ];
}

/** Other sub types and methods of these services. */
export const chineseVariants = (): Row[] => [
  wecomRow({ subType: 'Internal', method: 'Silent' }),
  wecomRow({ subType: 'Third-party', method: 'Normal' }),
  infoflowRow('Third-party'),
];

function infoflowRow(subType: string): Row {
  const infoflow = createInfoflow(`hi-${subType}`.toLowerCase());
  const isInternal = subType === 'Internal';
  return {
    type: 'Infoflow',
    variant: subType,
    label: 'Infoflow',
    standIn: infoflow,
    fields: { subType, ...(isInternal && { appId: '7' }) },
    failure: '60011 no privilege',
    lacks: isInternal ? ['username', 'email'] : ['displayName', 'email'],
    become({ id, username, displayName, email }) {
      const name = isInternal ? displayName : username;
      infoflow.user = { userid: `user-${id}`, imid: id, name, email, headimg: 'https://infoflow.example/1' };
    },
  };
}

function wecomRow({ subType, method }: { subType: string; method: string }): Row {
  const wecom = createWeCom(`ww-${subType}-${method}`.toLowerCase());
  return {
    type: 'WeCom',
    variant: `${subType} ${method}`,
    label: 'WeCom',
    standIn: wecom,
    fields: { subType, method, ...(subType === 'Internal' && { appId: '1000002' }) },
    failure: subType === 'Internal' ? '60011 no privilege' : '40029 invalid auth_code',
    lacks: ['displayName', 'email'],
    become({ id, username, email }) {
      wecom.user = { userid: id, name: username, email, avatar: 'https://wework.example/1' };
    },
  };
}
