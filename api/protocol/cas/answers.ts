import { textOfXml } from '../../core/xml-text.ts';
import { casdoorFailure, casdoorSuccess, casdoorTicket } from './casdoor-json.ts';
import type { CasFailure } from './failure.ts';
import type { Attributes } from './told.ts';
import type { Validated } from './validate.ts';

/** An answer to a service, with its media type. */
export interface Written {
  type: string;
  text: string;
}

/** The forms in which a service may want an answer. */
export interface Form {
  validated: (validated: Validated) => Written;
  refused: (failure: CasFailure) => Written;
  ticket: (ticket: string) => Written;
  /** The same for a request of a proxy, which has elements of its own. */
  proxyRefused: (failure: CasFailure) => Written;
}

const element = (name: string, text: string) => `<cas:${name}>${textOfXml(text)}</cas:${name}>`;

const response = (content: string): Written => ({
  type: 'application/xml; charset=utf-8',
  text: `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${content}</cas:serviceResponse>\n`,
});

const failure = (name: string, { code, message }: CasFailure) =>
  response(`<cas:${name} code="${code}">${textOfXml(message)}</cas:${name}>`);

const proxiesOf = (proxies: readonly string[]) =>
  proxies.length > 0 ? `<cas:proxies>${proxies.map((each) => element('proxy', each)).join('')}</cas:proxies>` : '';

/** CAS 2 and 3. */
export const xml: Form = {
  validated({ user, attributes, pgtIou, ticket: { proxies } }) {
    const told = attributes.map(([name, value]) => element(name, value)).join('');
    const granted = pgtIou ? element('proxyGrantingTicket', pgtIou) : '';
    return response(
      `<cas:authenticationSuccess>${element('user', user)}<cas:attributes>${told}</cas:attributes>${granted}${proxiesOf(proxies)}</cas:authenticationSuccess>`,
    );
  },
  refused: (refused) => failure('authenticationFailure', refused),
  ticket: (ticket) => response(`<cas:proxySuccess>${element('proxyTicket', ticket)}</cas:proxySuccess>`),
  proxyRefused: (refused) => failure('proxyFailure', refused),
};

/** Every attribute is a list, as in CAS of Apereo. */
function listsOf(attributes: Attributes): Record<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const [name, value] of attributes) lists.set(name, [...(lists.get(name) ?? []), value]);
  return Object.fromEntries(lists);
}

const inJson = (serviceResponse: object, casdoor: object): Written => ({
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ serviceResponse, ...casdoor }),
});

const reason = ({ code, message }: CasFailure) => ({ code, description: message });

/** JSON of CAS 3, with the members of Casdoor 2022 beside it. */
export const json: Form = {
  validated(validated) {
    const { user, attributes, pgtIou, ticket } = validated;
    const authenticationSuccess = {
      user,
      attributes: listsOf(attributes),
      ...(pgtIou && { proxyGrantingTicket: pgtIou }),
      ...(ticket.proxies.length > 0 && { proxies: ticket.proxies }),
    };
    return inJson({ authenticationSuccess }, casdoorSuccess(validated));
  },
  refused: (refused) => inJson({ authenticationFailure: reason(refused) }, casdoorFailure('Failure', refused)),
  ticket: (proxyTicket) => inJson({ proxySuccess: { proxyTicket } }, casdoorTicket(proxyTicket)),
  proxyRefused: (refused) => inJson({ proxyFailure: reason(refused) }, casdoorFailure('ProxyFailure', refused)),
};

const plain = (text: string): Written => ({ type: 'text/plain; charset=utf-8', text });

/** A line break in a name would begin another line of the answer. */
const lineOf = (text: string) => text.replaceAll(/[\r\n]/g, ' ');

/** CAS 1, which knows neither reasons nor proxies. */
export const words = {
  validated: ({ user }: Validated): Written => plain(`yes\n${lineOf(user)}\n`),
  refused: (): Written => plain('no\n\n'),
};
