import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

/** Each picture is a file of its own, because a page shows one. */
const icons: Record<string, Load> = {
  organization: async () => (await import('@patternfly/react-icons/dist/esm/icons/building-icon')).BuildingIcon,
  user: async () => (await import('@patternfly/react-icons/dist/esm/icons/users-icon')).UsersIcon,
  group: async () => (await import('@patternfly/react-icons/dist/esm/icons/sitemap-icon')).SitemapIcon,
  role: async () => (await import('@patternfly/react-icons/dist/esm/icons/id-badge-icon')).IdBadgeIcon,
  permission: async () => (await import('@patternfly/react-icons/dist/esm/icons/key-icon')).KeyIcon,
  model: async () => (await import('@patternfly/react-icons/dist/esm/icons/project-diagram-icon')).ProjectDiagramIcon,
  adapter: async () => (await import('@patternfly/react-icons/dist/esm/icons/plug-icon')).PlugIcon,
  enforcer: async () => (await import('@patternfly/react-icons/dist/esm/icons/shield-alt-icon')).ShieldAltIcon,
  provider: async () => (await import('@patternfly/react-icons/dist/esm/icons/connected-icon')).ConnectedIcon,
  application: async () => (await import('@patternfly/react-icons/dist/esm/icons/applications-icon')).ApplicationsIcon,
  resource: async () => (await import('@patternfly/react-icons/dist/esm/icons/folder-open-icon')).FolderOpenIcon,
  token: async () => (await import('@patternfly/react-icons/dist/esm/icons/ticket-alt-icon')).TicketAltIcon,
  session: async () => (await import('@patternfly/react-icons/dist/esm/icons/laptop-icon')).LaptopIcon,
  record: async () => (await import('@patternfly/react-icons/dist/esm/icons/history-icon')).HistoryIcon,
  webhook: async () => (await import('@patternfly/react-icons/dist/esm/icons/bell-icon')).BellIcon,
  syncer: async () => (await import('@patternfly/react-icons/dist/esm/icons/sync-alt-icon')).SyncAltIcon,
  cert: async () => (await import('@patternfly/react-icons/dist/esm/icons/certificate-icon')).CertificateIcon,
  product: async () => (await import('@patternfly/react-icons/dist/esm/icons/shopping-cart-icon')).ShoppingCartIcon,
  payment: async () => (await import('@patternfly/react-icons/dist/esm/icons/credit-card-icon')).CreditCardIcon,
  plan: async () => (await import('@patternfly/react-icons/dist/esm/icons/layer-group-icon')).LayerGroupIcon,
  pricing: async () => (await import('@patternfly/react-icons/dist/esm/icons/tags-icon')).TagsIcon,
  subscription: async () => (await import('@patternfly/react-icons/dist/esm/icons/calendar-alt-icon')).CalendarAltIcon,
  ldap: async () => (await import('@patternfly/react-icons/dist/esm/icons/address-book-icon')).AddressBookIcon,
};

const cubes: Load = async () => (await import('@patternfly/react-icons/dist/esm/icons/cubes-icon')).CubesIcon;

/** Loads the picture of a kind. A kind without one of its own has cubes. */
export const loadIcon = (kind: string): Promise<ComponentType> => (icons[kind] ?? cubes)();
