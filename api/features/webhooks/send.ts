import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import type { Attempt } from '@doorwright/crds/kinds/webhook-delivery.ts';
import { type CallProblem, problemValues } from '@doorwright/crds/options/call-problems.ts';
import { sourceLanguage } from '@doorwright/locales';
import { textsIn } from '@doorwright/locales/translator.ts';
import { platform } from '../../core/callers.ts';
import { callProblemOf } from '../../core/egress/call-problem.ts';
import type { Egress } from '../../core/egress/gate.ts';
import { askedPause } from './pauses.ts';
import { signatureHeaders } from './sign.ts';

const timeoutMs = 10_000;
const maxBytes = 2 ** 20;
const keptOfAnswer = 1_000;

export interface Outcome {
  attempt: Attempt;
  isSent: boolean;
  /** The pause that the receiver asks for. */
  askedMs: number;
}

/** The address as people may read it. Its query may contain a key. */
export const shownAddress = (url: string): string => {
  const { origin, pathname, search } = URL.parse(url) ?? {};
  return origin ? `${origin}${pathname}${search ? '?…' : ''}` : '';
};

/** The headers of a call. Those that the webhook sets come last, as in Casdoor 2022, but cannot replace the signature. */
export function headersOf(webhook: Webhook, id: string, body: string, now: Date): Headers {
  const type = webhook.format === 'CloudEvents' ? 'application/cloudevents+json; charset=utf-8' : webhook.contentType;
  const headers = new Headers({ 'content-type': type, 'user-agent': 'Doorwright' });
  for (const { name, value } of webhook.headers) headers.set(name, value);
  for (const [name, value] of Object.entries(signatureHeaders(webhook, id, body, now))) headers.set(name, value);
  return headers;
}

/** A problem with its sentence for programs and clusters, which read English. Pages read the code. */
export async function toldProblem({ code, value }: CallProblem): Promise<Pick<Attempt, 'problem' | 'code' | 'value'>> {
  const say = await textsIn(sourceLanguage, 'call-problems');
  return { problem: say(code, problemValues(value)).slice(0, 300), code, value: value.slice(0, 300) };
}

const noProblem = { problem: '', code: '', value: '' };

/** Calls the receiver once. Redirects are failures: the event is for one server. */
export async function send(
  webhook: Webhook,
  { id, body }: { id: string; body: string },
  { egress, now }: { egress: Egress; now: () => Date },
): Promise<Outcome> {
  const { url, method, organization } = webhook;
  const time = now();
  const began = performance.now();
  const done = (told: Pick<Attempt, 'status' | 'answer' | 'problem' | 'code' | 'value'>): Attempt => ({
    ...{ time: time.toISOString(), url: shownAddress(url), method },
    duration: Math.round(performance.now() - began),
    ...told,
  });
  const way = egress.for(organization === platform ? 'platform' : { organization });
  try {
    const init = { method, headers: headersOf(webhook, id, body, time), body };
    const answer = await way.fetch(url, init, { timeoutMs, maxBytes, redirects: 0 });
    const { status } = answer;
    const isSent = status >= 200 && status < 300;
    const text = answer.body.toString('utf8').slice(0, keptOfAnswer).replaceAll('\0', '').toWellFormed();
    const problem = isSent ? noProblem : await toldProblem({ code: 'answered', value: String(status) });
    const askedMs = isSent ? 0 : askedPause(answer.headers.get('retry-after'), now());
    return { attempt: done({ status, answer: text, ...problem }), isSent, askedMs };
  } catch (error) {
    return {
      attempt: done({ status: 0, answer: '', ...(await toldProblem(callProblemOf(error, url))) }),
      isSent: false,
      askedMs: 0,
    };
  }
}
