import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { isGlobalAdmin, organizationOf, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { inBeeps } from '../captcha/beeps.ts';
import { newChallenge } from '../captcha/challenge.ts';
import { draw } from '../captcha/draw.ts';
import { captchaOf, judgeCaptcha } from '../captcha/prove.ts';
import { limits, spend } from '../locks/limits.ts';
import { applicationNamed, nameIn } from '../place/applications.ts';
import type { PortalDeps } from '../place/portal-deps.ts';

const captcha = z.object({
  type: z.string().describe('Type of the captcha provider, or `none`.'),
  subType: z.string().describe('Variant of an Aliyun captcha.'),
  clientId: z.string().describe('Site key of the captcha service.'),
  clientId2: z.string().describe('Scene of an Aliyun captcha.'),
  appKey: z.string().describe('App key of an Aliyun captcha. Its script needs it, so it is public.'),
  captchaId: z.string().describe('Id of a built-in captcha.'),
  captchaImage: z.string().describe('Picture of a built-in captcha, a PNG in base64.'),
  captchaSound: z.string().describe('The digits as beeps to count, if requested: a WAV in base64.'),
});

const verifyForm = z.object({
  applicationId: z.string().max(200).default('admin/app-built-in').describe('owner/name of the application.'),
  captchaType: z.string().max(100).describe('Type of the captcha provider.'),
  captchaToken: z.string().max(10_000).default('').describe('Typed answer, or token of the captcha service.'),
  captchaId: z.string().max(100).default('').describe('Id of a built-in captcha.'),
  clientSecret: z
    .string()
    .max(2000)
    .default('')
    .describe('Member in which Casdoor 2022 sends the id of a built-in captcha.'),
});

const trial = { about: 'true: applicationId is the id of a captcha provider to try out.' };

const hidden = { captchaId: '', captchaImage: '', captchaSound: '' };

const shown = ({ type, subType, clientId, clientId2, clientSecret2 }: Provider): z.output<typeof captcha> => ({
  ...{ type, subType, clientId, clientId2, ...hidden },
  // The model keeps it as a secret, because other types have one there.
  appKey: type === 'Aliyun Captcha' ? clientSecret2 : '',
});

const none = { type: 'none', subType: '', clientId: '', clientId2: '', appKey: '', ...hidden };

export function captchaRoutes(deps: PortalDeps): Route[] {
  const { db, store } = deps;

  /** The provider of an application, or the provider that an administrator tries out. */
  async function chosen(context: RequestContext, { id, isTrial }: { id: string; isTrial: boolean }) {
    if (!isTrial) {
      const { application } = await applicationNamed(deps, nameIn(id));
      return { provider: await captchaOf(deps, application, context.now), place: application };
    }
    authorize('administrator', context.caller, {});
    const organization = isGlobalAdmin(context.caller) ? platform : (organizationOf(context.caller) ?? '');
    const provider = (await store('provider').findFor(db, organization, 'admin', nameIn(id))) as Provider | undefined;
    if (!provider) throw new Refusal('not-found', { kind: 'Provider', id: id.slice(0, 200) });
    if (provider.category !== 'Captcha') throw new Refusal('captcha-provider-invalid');
    return { provider, place: { name: 'app-built-in', organization } };
  }

  const getCaptcha: Route = {
    method: 'GET',
    path: '/api/get-captcha',
    summary: 'Returns the captcha of an application: a picture of five digits, or the settings of a captcha service.',
    tag: 'Account',
    permission: 'anyone',
    query: {
      applicationId: { about: 'owner/name of the application.', required: true },
      isCurrentProvider: { about: 'true: applicationId is the id of a captcha provider to try out.' },
      form: { about: 'sound: returns the digits as sound too, for users who cannot see the picture.' },
    },
    answer: { data: emit(captcha) },
    handle: async ({ context, query }) => {
      const { applicationId = '', isCurrentProvider } = query;
      if (!applicationId) throw new Refusal('missing-parameter', { name: 'applicationId' });
      const { provider, place } = await chosen(context, { id: applicationId, isTrial: isCurrentProvider === 'true' });
      if (!provider) return { data: none };
      if (provider.type !== 'Default') return { data: shown(provider) };
      const wantsSound = query.form === 'sound';
      const counter = wantsSound ? limits.soundsFor : limits.captchasFor;
      await spend(db, [counter(context.clientIp)], context.now);
      const { id, answer } = await newChallenge(deps, { ...place, application: place.name }, context);
      const captchaImage = draw(answer).toString('base64');
      const captchaSound = wantsSound ? inBeeps(answer).toString('base64') : '';
      return { data: { ...shown(provider), captchaId: id, captchaImage, captchaSound } };
    },
  };

  const verifyCaptcha: Route = {
    method: 'POST',
    path: '/api/verify-captcha',
    summary: 'Says whether a captcha is solved, and uses it up.',
    tag: 'Account',
    permission: 'anyone',
    query: { isCurrentProvider: trial },
    body: emit(verifyForm),
    answer: { data: { type: 'boolean' } },
    handle: async ({ context, query, body }) => {
      const form = parsed(verifyForm, body);
      const isTrial = query.isCurrentProvider === 'true';
      if (!form.captchaToken) throw new Refusal('missing-parameter', { name: 'captchaToken' });
      const { provider, place } = await chosen(context, { id: form.applicationId, isTrial });
      const answer = { type: form.captchaType, id: form.captchaId || form.clientSecret, answer: form.captchaToken };
      return { data: provider !== undefined && (await judgeCaptcha(deps, { provider, place }, answer, context)) };
    },
  };

  return [getCaptcha, verifyCaptcha];
}
