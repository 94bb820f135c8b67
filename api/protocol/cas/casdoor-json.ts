import type { CasFailure } from './failure.ts';
import type { Validated } from './validate.ts';

/** The members of Casdoor 2022, which writes its XML elements as JSON. Members without a value are null. */
const empty = { Failure: null, Success: null, ProxySuccess: null, ProxyFailure: null };

const root = { Xmlns: 'http://www.yale.edu/tp/cas', ...empty };

export const casdoorSuccess = ({ user, fields, roles, ticket, pgtIou }: Validated) => ({
  ...root,
  Success: {
    User: user,
    ProxyGrantingTicket: pgtIou ?? '',
    Proxies: ticket.proxies.length > 0 ? { Proxies: ticket.proxies } : null,
    Attributes: {
      AuthenticationDate: ticket.provedTime,
      LongTermAuthenticationRequestTokenUsed: ticket.isRemembered,
      IsFromNewLogin: ticket.isNew,
      MemberOf: roles,
      UserAttributes: { Attributes: fields.map(([Name, Value]) => ({ Name, Value })), AnyAttributes: null },
      ExtraAttributes: null,
    },
    ExtraAttributes: null,
  },
});

export const casdoorFailure = (member: 'Failure' | 'ProxyFailure', { code, message }: CasFailure) => ({
  ...root,
  [member]: { Code: code, Message: message },
});

export const casdoorTicket = (ticket: string) => ({ ...root, ProxySuccess: { ProxyTicket: ticket } });
