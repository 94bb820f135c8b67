import type { Word } from '../words.ts';
import type { LoadSection } from './section.ts';

interface Section {
  /** The last part of its address. The first section has none. */
  path: string;
  title: Word;
  lead: Word;
  /** The menu shows it where something is sold. Its address is always there. */
  isOfSales?: true;
  load: LoadSection;
}

/** The sections of the account page, in the order of its menu. Each is a file of its own, loaded when it is opened. */
export const sections: readonly Section[] = [
  {
    path: '',
    title: 'accountProfile',
    lead: 'accountProfileLead',
    load: async () => (await import('./profile/Profile.tsx')).Profile,
  },
  {
    path: 'security',
    title: 'accountSecurity',
    lead: 'accountSecurityLead',
    load: async () => (await import('./security/Security.tsx')).Security,
  },
  {
    path: 'linked',
    title: 'accountLinked',
    lead: 'accountLinkedLead',
    load: async () => (await import('./linked/Linked.tsx')).Linked,
  },
  {
    path: 'sessions',
    title: 'accountSessions',
    lead: 'accountSessionsLead',
    load: async () => (await import('./sessions/Sessions.tsx')).Sessions,
  },
  {
    path: 'sign-ins',
    title: 'accountSignIns',
    lead: 'accountSignInsLead',
    load: async () => (await import('./sign-ins/SignIns.tsx')).SignIns,
  },
  {
    path: 'applications',
    title: 'accountApplications',
    lead: 'accountApplicationsLead',
    load: async () => (await import('./applications/Applications.tsx')).Applications,
  },
  {
    path: 'subscriptions',
    title: 'accountSubscriptions',
    lead: 'accountSubscriptionsLead',
    isOfSales: true,
    load: async () => (await import('./subscriptions/Subscriptions.tsx')).Subscriptions,
  },
  {
    path: 'orders',
    title: 'accountOrders',
    lead: 'accountOrdersLead',
    isOfSales: true,
    load: async () => (await import('./orders/Orders.tsx')).Orders,
  },
  {
    path: 'invoices',
    title: 'accountInvoices',
    lead: 'accountInvoicesLead',
    isOfSales: true,
    load: async () => (await import('./invoices/Invoices.tsx')).Invoices,
  },
  {
    path: 'privacy',
    title: 'accountPrivacy',
    lead: 'accountPrivacyLead',
    load: async () => (await import('./privacy/Privacy.tsx')).Privacy,
  },
];

export const addressOf = ({ path }: Pick<Section, 'path'>): string => (path ? `/account/${path}` : '/account');

export const sectionAt = (address: string): Section | undefined => sections.find((each) => addressOf(each) === address);
