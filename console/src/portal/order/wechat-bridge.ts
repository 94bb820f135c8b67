import { deviceOf } from '@doorwright/crds/values/device-of.ts';

/** What WeChat puts into the pages of its browser: pay.weixin.qq.com/doc/global/v3/zh/4012354766 (read 2026-11-29). */
interface Bridge {
  invoke: (name: string, parameters: unknown, done: () => void) => void;
}

const bridgeNow = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;

/** The browser says when the bridge is there, if it comes after the page. */
const bridge = (): Promise<Bridge> =>
  new Promise((found) => {
    const present = bridgeNow();
    if (present) return found(present);
    document.addEventListener('WeixinJSBridgeReady', () => found(bridgeNow() as Bridge), { once: true });
  });

export const inWeChat = (): boolean => deviceOf(navigator.userAgent).browser === 'WeChat';

/** Opens the dialog of WeChat, and waits for its end. Its answer is no proof, so nobody reads it. */
export async function payInWeChat(script: string): Promise<void> {
  const wechat = await bridge();
  await new Promise<void>((done) => wechat.invoke('getBrandWCPayRequest', JSON.parse(script), done));
}
