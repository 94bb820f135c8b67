import { brandOfPage, isOfOther } from '@doorwright/crds/brand/brand-of.ts';
import type { ReactNode } from 'react';
import type { Subject } from '../page.ts';
import { Foot, ownerName } from './Foot.tsx';
import { iconOf, Logo } from './Logo.tsx';
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
  const subject = { application, organization };
  const shown = isOfOther(subject) ? undefined : application;
  const name = shown?.displayName || ownerName(organization);
  const looks = brandOfPage(subject);
  usePageTitle(title, ownerName(organization), iconOf(looks));
  const home = webAddress(shown?.homepageUrl ?? '');
  const brand = <Logo looks={looks} name={name} />;
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
