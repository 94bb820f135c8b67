import { createQq } from '../stand-ins/qq.ts';
import { createWeChat } from '../stand-ins/wechat.ts';
import type { Row } from '../table.ts';

/** The services of China. */
export function chineseRows(): Row[] {
  const qq = createQq();
  const wechat = createWeChat();
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
  ];
}

/** Other sub types and methods of these services. */
export const chineseVariants = (): Row[] => [];
