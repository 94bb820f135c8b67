import { z } from 'zod';
import { aliyunParameters } from '../aliyun-request.ts';
import { askVendor, keysRefused, vendorAway } from './ask-vendor.ts';
import type { CaptchaService } from './captcha-service.ts';

const solved = 100;
const wrong = 900;

const verdict = z.object({ Code: z.coerce.string(), Msg: z.string().default('') });

/** Codes about the access key, which the vendor gives for every one of its services. */
const ofKeys =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|MissingAccessKeyId|Forbidden|InvalidAppKey)/;

/**
 * AuthenticateSig of 2018-01-12. The token is a query, as Casdoor 2022 sends it. Only what the vendor's script said is read from it: the
 * keys are the provider's own.
 */
export const aliyunCaptcha: CaptchaService = {
  async proveHuman({ answer }, means) {
    const { provider, clientIp, now } = means;
    const told = new URLSearchParams(answer);
    const [SessionId, Sig, Token] = ['SessionId', 'Sig', 'Token'].map((name) => told.get(name));
    if (!SessionId || !Sig || !Token) return false;
    const query = aliyunParameters(
      provider,
      {
        Action: 'AuthenticateSig',
        Version: '2018-01-12',
        AppKey: provider.clientSecret2,
        Scene: provider.clientId2,
        RemoteIp: clientIp,
        ...{ SessionId, Sig, Token },
      },
      { method: 'GET', now },
    );
    const { Code, Msg } = await askVendor(means, { query }, verdict);
    if (ofKeys.test(Code)) throw keysRefused(provider, Code);
    if (![solved, wrong].includes(Number(Code))) throw vendorAway(provider, new Error(`${Code} ${Msg}`));
    return Number(Code) === solved;
  },
};
