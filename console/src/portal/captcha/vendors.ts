/** The public settings of a captcha, as `get-captcha` answers them. */
export interface Settings {
  clientId: string;
  clientId2: string;
  appKey: string;
  subType: string;
}

/** What a vendor tells the page. */
export interface Hearer {
  drawn: () => void;
  solved: (token: string) => void;
  expired: () => void;
  failed: () => void;
}

export interface Place {
  into: HTMLElement;
  language: string;
  isDark: boolean;
  isNarrow: boolean;
}

type Draw = (settings: Settings, place: Place, hearer: Hearer) => void;

/** The part of the page that a vendor's script draws. */
interface Vendor {
  /** The query of the script's address. */
  query: (language: string) => Record<string, string>;
  /** The function that draws, as soon as the script has made it. */
  draw: () => Draw | undefined;
}

/** Three vendors have the same interface, which began as reCAPTCHA's. */
interface Widgets {
  render?: (into: HTMLElement, options: object) => unknown;
}

interface Aliyun {
  use: (subType: string, then: (state: string, part: { init: (options: object) => unknown }) => void) => void;
}

const made = globalThis as {
  grecaptcha?: Widgets;
  hcaptcha?: Widgets;
  turnstile?: Widgets;
  AWSC?: Aliyun;
};

const chinese = (language: string, name: string) => (language === 'zh' ? name : language);

const widget =
  (name: 'grecaptcha' | 'hcaptcha' | 'turnstile', more: (place: Place) => object = () => ({})) =>
  (): Draw | undefined => {
    const { render } = made[name] ?? {};
    return (
      render &&
      (({ clientId }, place, { solved, expired, failed }) =>
        render(place.into, {
          sitekey: clientId,
          theme: place.isDark ? 'dark' : 'light',
          size: place.isNarrow ? 'compact' : 'normal',
          callback: solved,
          'expired-callback': expired,
          'error-callback': failed,
          ...more(place),
        }))
    );
  };

/** The slider and the button differ only in their sub type. The token is written as Casdoor 2022 does it. */
const drawAliyun = (): Draw | undefined => {
  const { AWSC } = made;
  return (
    AWSC &&
    (({ clientId2: scene, appKey: appkey, subType }, { into, language }, { solved, failed }) =>
      AWSC.use(subType || 'nc', (state, part) => {
        if (state !== 'loaded') return failed();
        part.init({
          ...{ appkey, scene, renderTo: into.id, width: into.clientWidth },
          language: chinese(language, 'cn'),
          success: ({ sessionId, sig, token }: Record<'sessionId' | 'sig' | 'token', string>) =>
            solved(String(new URLSearchParams({ SessionId: sessionId, Sig: sig, Token: token }))),
          fail: failed,
          error: failed,
        });
      }))
  );
};

const explicit = (language: string) => ({ render: 'explicit', hl: chinese(language, 'zh-CN') });

const vendors: Readonly<Record<string, Vendor>> = {
  reCAPTCHA: { query: explicit, draw: widget('grecaptcha') },
  hCaptcha: {
    query: (language) => ({ ...explicit(language), recaptchacompat: 'off' }),
    draw: widget('hcaptcha'),
  },
  'Cloudflare Turnstile': {
    query: () => ({ render: 'explicit' }),
    draw: widget('turnstile', ({ language }) => ({ language: chinese(language, 'zh-cn') })),
  },
  'Aliyun Captcha': { query: () => ({}), draw: drawAliyun },
};

export const vendorOf = (type: string): Vendor | undefined =>
  Object.hasOwn(vendors, type) ? vendors[type] : undefined;
