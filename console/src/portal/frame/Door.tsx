import type { ReactNode } from 'react';
import type { Subject } from '../page.ts';
import { Foot, ownerName } from './Foot.tsx';
import { webAddress } from './links.ts';
import { usePageTitle } from './use-page-title.ts';

interface Props extends Partial<Pick<Subject, 'application'>> {
  organization?: Subject['organization'] | undefined;
  title: string;
  /** A sentence below the title. */
  lead?: ReactNode;
  /** Replaces the logo, the name and the title. Screen readers still get the title. */
  head?: ReactNode;
  /** Makes the content 400 pixels wide instead of 300. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of every page: the logo and the title above, language and theme below. */
export function Door({ application, organization, title, lead, head, isWide = false, children }: Props) {
  const name = application ? application.displayName || 'Doorwright' : ownerName(organization);
  const icon = webAddress(application?.favicon || organization?.favicon || '') ?? '/icon.svg';
  usePageTitle(title, ownerName(organization), icon);
  const home = webAddress(application?.homepageUrl ?? '');
  const logo = webAddress(application?.logo ?? '');
  const brand = logo ? (
    <img className="logo" src={logo} alt={name} />
  ) : (
    <>
      <img className="icon" src={icon} alt="" />
      {name}
    </>
  );
  return (
    <>
      <main className={isWide ? 'door wide' : 'door'}>
        <header>
          {head ||
            (home ? (
              <a className="brand" href={home}>
                {brand}
              </a>
            ) : (
              <div className="brand">{brand}</div>
            ))}
          <h1 className={head ? 'unseen' : undefined} tabIndex={-1}>
            {title}
          </h1>
          {lead && !head && <p className="lead">{lead}</p>}
        </header>
        {children}
      </main>
      <Foot organization={organization} />
    </>
  );
}
