import { createBaidu } from '../stand-ins/baidu.ts';
import { createDingTalk } from '../stand-ins/dingtalk.ts';
import { createDouyin } from '../stand-ins/douyin.ts';
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
  ];
}

/** Other sub types and methods of these services. */
export const chineseVariants = (): Row[] => [
  wecomRow({ subType: 'Internal', method: 'Silent' }),
  wecomRow({ subType: 'Third-party', method: 'Normal' }),
];

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
