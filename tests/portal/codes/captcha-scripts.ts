import type { BrowserContext, Route } from 'playwright-core';
import { type CaptchaVendor, keys } from './captcha-vendor.ts';

/** The global object and the script of each vendor, and a host of its frames, as its documents show them. */
const scripts = {
  reCAPTCHA: ['grecaptcha', 'https://www.recaptcha.net/recaptcha/api.js', 'https://www.google.com/recaptcha/api2'],
  hCaptcha: ['hcaptcha', 'https://js.hcaptcha.com/1/api.js', 'https://newassets.hcaptcha.com/captcha'],
  'Cloudflare Turnstile': [
    'turnstile',
    'https://challenges.cloudflare.com/turnstile/v0/api.js',
    'https://challenges.cloudflare.com/cdn-cgi',
  ],
  'Aliyun Captcha': ['AWSC', 'https://g.alicdn.com/AWSC/AWSC/awsc.js', 'https://cf.aliyun.com/nocaptcha'],
} as const;

export type VendorType = keyof typeof scripts;
export const vendorTypes = Object.keys(scripts) as VendorType[];

/** A script that opens a frame of its vendor, and passes on what the frame says. */
const common = (frames: string) => `
  function open(into, siteKey, options, done, failed) {
    if (siteKey !== ${JSON.stringify(keys.clientId)} && siteKey !== ${JSON.stringify(keys.clientSecret2)}) return void failed('invalid-sitekey');
    const frame = document.createElement('iframe');
    frame.title = 'Vendor';
    frame.src = '${frames}/stand-in?' + new URLSearchParams({ host: location.hostname, ...options });
    frame.setAttribute('style', 'border: 0; width: 100%; height: 78px');
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && done(data));
    into.append(frame);
  }`;

const widget = (name: string) => `
  window.${name} = {
    render(into, { sitekey, callback, theme, size, 'error-callback': failed, 'expired-callback': expired }) {
      window.expireCaptcha = expired;
      open(into, sitekey, { theme, size }, callback, failed);
      return 0;
    },
  };`;

const aliyun = `
  window.AWSC = {
    use(subType, then) {
      then('loaded', {
        init({ appkey, renderTo, success, fail }) {
          const into = document.getElementById(renderTo);
          const done = (told) => {
            const { SessionId, Sig, Token } = Object.fromEntries(new URLSearchParams(told));
            success({ sessionId: SessionId, sig: Sig, token: Token });
          };
          open(into, appkey, { subType }, done, fail);
        },
      });
    },
  };`;

const frame = `<!doctype html><title>Vendor</title><meta charset="utf-8"><style>body { margin: 0; font: 16px sans-serif; color-scheme: light }
  button { width: 100%; height: 76px; background: #fafafa; border: 1px solid #d0d0d0 }</style>
  <button>I am human</button><script>
    document.querySelector('button').onclick = async () => {
      const token = await (await fetch('token' + location.search)).text();
      parent.postMessage(token, '*');
    };
  </script>`;

/** Answers the addresses of a vendor in a browser. All other addresses outside stay closed. */
export async function openVendor(context: BrowserContext, type: VendorType, vendor: CaptchaVendor): Promise<URL[]> {
  const asked: URL[] = [];
  const [name, script, frames] = scripts[type];
  await context.route(/^https:/, async (route: Route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    if (url.href.startsWith(script)) {
      const body = `(() => {${common(frames)}${name === 'AWSC' ? aliyun : widget(name)}})();`;
      return route.fulfill({ contentType: 'text/javascript', body });
    }
    if (url.href.startsWith(`${frames}/stand-in`)) return route.fulfill({ contentType: 'text/html', body: frame });
    if (url.href.startsWith(`${frames}/token`)) {
      const hostname = url.searchParams.get('host') ?? '';
      return route.fulfill({ contentType: 'text/plain', body: vendor.solve(type, { hostname }) });
    }
    return route.abort();
  });
  return asked;
}
