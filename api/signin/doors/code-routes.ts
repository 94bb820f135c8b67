import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { requireCaptcha } from '../captcha/prove.ts';
import { askedOf, type Claim, codePurposes } from '../codes/claim.ts';
import { codeSender } from '../codes/deliver.ts';
import { issueCode, issuedCode, withdrawCode } from '../codes/issue.ts';
import { codeLetter, sendCodeOf } from '../codes/letter.ts';
import { receiverOf } from '../codes/receiver.ts';
import { limits, spend } from '../locks/limits.ts';
import { nameIn } from '../place/applications.ts';
import { placeOf } from '../place/place.ts';
import type { PortalDeps } from '../place/portal-deps.ts';

const text = (about: string, max = 254) => z.string().max(max).default('').describe(about);

const sendForm = z.object({
  type: z.enum(['email', 'phone']).describe('Way of the code.'),
  dest: z.string().min(1).max(254).describe('Address, or the masked address from get-email-and-phone.'),
  applicationId: z.string().min(1).max(200).describe('owner/name of the application.'),
  organization: text("Organization of the user; without it the application's.", 100),
  method: z
    .enum(['', ...codePurposes])
    .default('')
    .describe('Purpose of the code. By default the best match.'),
  checkUser: text('For recovery, the user name that get-email-and-phone got.'),
  checkType: text('Type of the captcha provider.', 100),
  checkId: text('Id of a built-in captcha.', 100),
  checkKey: text('Typed answer, or token of the captcha service.', 10_000),
});

export function codeRoutes(deps: PortalDeps): Route[] {
  const { db, store } = deps;
  const userOfClaim = async ({ organization, user }: Claim) =>
    (await store('user').find(db, organization, user)) as User | undefined;

  const sendCode: Route = {
    method: 'POST',
    path: '/api/send-verification-code',
    summary: 'Sends a code of six digits that proves an address. The answer never says whether a user has the address.',
    tag: 'Account',
    permission: 'anyone',
    body: emit(sendForm),
    handle: async ({ context, body, http }) => {
      const form = parsed(sendForm, body);
      const { language } = http.res.locals;
      if (!form.applicationId.includes('/')) throw new Refusal('bad-id', { id: form.applicationId });
      const place = await placeOf(deps, { application: nameIn(form.applicationId), organization: form.organization });
      const { application, organization } = place;
      context.about = { organization: organization.name };
      await requireCaptcha(
        deps,
        application,
        { type: form.checkType, id: form.checkId, answer: form.checkKey },
        context,
      );
      const dest = form.dest.trim();
      const claim = await receiverOf(
        deps,
        place,
        { type: form.type, dest, checkUser: form.checkUser.trim(), purpose: form.method || undefined },
        context,
      );
      // The answer must not depend on the user who has the address (S25). The job looks again.
      const { provider } = await codeSender(deps, form.type, {
        user: claim.purpose === 'reset' ? await userOfClaim(claim) : undefined,
        ...{ organization: claim.organization, application },
      });
      const counters = [
        limits.codesTo(...askedOf(claim)),
        limits.codesFrom(context.clientIp),
        ...(claim.purpose === 'reset' ? [limits.codesFor(claim.organization, claim.user)] : []),
      ];
      await spend(db, counters, context.now);
      // Waiting for the mail server would reveal by its time that there is a receiver (S25).
      const isBehind = claim.purpose === 'login' || claim.purpose === 'forget' || !form.method;
      const ref = await db.transaction(async (sql) => {
        const issued = await issueCode({ sql, store }, { ...claim, provider: provider.name }, context);
        if (isBehind) await enqueue(sql, codeLetter, { ...issued, language });
        await record({ sql }, context, {
          organization: claim.organization,
          ...(claim.user && { object: `user ${claim.organization}/${claim.user}` }),
        });
        return issued;
      });
      if (isBehind) return {};
      const issued = await issuedCode(deps, ref);
      if (!issued) return {};
      await sendCodeOf(deps, { ...ref, language }, issued, context.now).catch(async (error: unknown) => {
        await withdrawCode(deps, ref);
        throw new Refusal(
          form.type === 'email' ? 'mail-failed' : 'sms-failed',
          { problem: provider.displayName || provider.name },
          { cause: error },
        );
      });
      return {};
    },
  };

  return [sendCode];
}
