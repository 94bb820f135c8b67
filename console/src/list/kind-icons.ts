import { AddressBookIcon } from '@patternfly/react-icons/dist/esm/icons/address-book-icon';
import { ApplicationsIcon } from '@patternfly/react-icons/dist/esm/icons/applications-icon';
import { BellIcon } from '@patternfly/react-icons/dist/esm/icons/bell-icon';
import { BuildingIcon } from '@patternfly/react-icons/dist/esm/icons/building-icon';
import { CalendarAltIcon } from '@patternfly/react-icons/dist/esm/icons/calendar-alt-icon';
import { CertificateIcon } from '@patternfly/react-icons/dist/esm/icons/certificate-icon';
import { ConnectedIcon } from '@patternfly/react-icons/dist/esm/icons/connected-icon';
import { CreditCardIcon } from '@patternfly/react-icons/dist/esm/icons/credit-card-icon';
import { CubesIcon } from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { FolderOpenIcon } from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import { HistoryIcon } from '@patternfly/react-icons/dist/esm/icons/history-icon';
import { IdBadgeIcon } from '@patternfly/react-icons/dist/esm/icons/id-badge-icon';
import { KeyIcon } from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { LaptopIcon } from '@patternfly/react-icons/dist/esm/icons/laptop-icon';
import { LayerGroupIcon } from '@patternfly/react-icons/dist/esm/icons/layer-group-icon';
import { PlugIcon } from '@patternfly/react-icons/dist/esm/icons/plug-icon';
import { ProjectDiagramIcon } from '@patternfly/react-icons/dist/esm/icons/project-diagram-icon';
import { ShieldAltIcon } from '@patternfly/react-icons/dist/esm/icons/shield-alt-icon';
import { ShoppingCartIcon } from '@patternfly/react-icons/dist/esm/icons/shopping-cart-icon';
import { SitemapIcon } from '@patternfly/react-icons/dist/esm/icons/sitemap-icon';
import { SyncAltIcon } from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { TagsIcon } from '@patternfly/react-icons/dist/esm/icons/tags-icon';
import { TicketAltIcon } from '@patternfly/react-icons/dist/esm/icons/ticket-alt-icon';
import { UsersIcon } from '@patternfly/react-icons/dist/esm/icons/users-icon';
import type { ComponentType } from 'react';

const icons: Record<string, ComponentType> = {
  organization: BuildingIcon,
  user: UsersIcon,
  group: SitemapIcon,
  role: IdBadgeIcon,
  permission: KeyIcon,
  model: ProjectDiagramIcon,
  adapter: PlugIcon,
  enforcer: ShieldAltIcon,
  provider: ConnectedIcon,
  application: ApplicationsIcon,
  resource: FolderOpenIcon,
  token: TicketAltIcon,
  session: LaptopIcon,
  record: HistoryIcon,
  webhook: BellIcon,
  syncer: SyncAltIcon,
  cert: CertificateIcon,
  product: ShoppingCartIcon,
  payment: CreditCardIcon,
  plan: LayerGroupIcon,
  pricing: TagsIcon,
  subscription: CalendarAltIcon,
  ldap: AddressBookIcon,
};

/** The picture of a kind. A kind without one of its own has cubes. All together weigh a third of the list, so they load when one is shown. */
export const iconOf = (kind: string): ComponentType => icons[kind] ?? CubesIcon;
