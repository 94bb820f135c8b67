import { together } from '../core/finish.ts';
import type { Rules } from '../pass/rules.ts';
import { afterSwitchingOn, switchedOn } from '../pass/switch-off.ts';
import { leaveFormerSecrets } from '../secrets/former-secrets.ts';
import { generatedSecret, keepGeneratedSecret, webhookSecretName } from '../secrets/webhook-secret.ts';

const graceHours = 24;

const given = (value: unknown) => (value as string | undefined) || undefined;

export const webhook: Omit<Rules, 'kind'> = {
  secrets: (object) => {
    const name = webhookSecretName(object);
    return name ? [`${name.namespace}/${name.name}`] : [];
  },
  // Otherwise it would go on sending what users of the organization do.
  stops: (_, { isDenied, isOutside }) => isDenied || isOutside,
  fields: async ({ object }, pass, services) => {
    const secret = await generatedSecret(services, object, pass);
    return { fields: { ...switchedOn(object), ...(secret && { secret }) } };
  },
  // The server sets them. They are no configuration, so they are never drift.
  reads: ['isEnabled', 'failingSince', 'problem', 'previousSecretUntil'],
  finish: async ({ input: { object }, fields, state }, pass, services) => {
    const { isEnabled, failingSince, problem, previousSecretUntil } = state.object;
    const previousUntil = given(previousSecretUntil);
    const isSecondKey = Date.parse(previousUntil ?? '') > pass.now;
    const facts = {
      isEnabled: isEnabled === true,
      failingSince: given(failingSince),
      problem: given(problem),
      previousSecretUntil: isSecondKey ? previousUntil : undefined,
    };
    const kept = webhookSecretName(object)
      ? await keepGeneratedSecret(services, object, { secret: String(fields.secret), previousUntil }, pass)
      : {};
    const secretName = webhookSecretName(object)?.name;
    const present = { names: secretName ? [secretName] : [], hours: graceHours };
    const left = await leaveFormerSecrets(services, object, present, pass);
    return together({ facts }, kept, left, afterSwitchingOn(object));
  },
};
