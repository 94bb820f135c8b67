import { type ReactNode, useEffect } from 'react';
import type { Subject } from '../page.ts';
import { LanguageBox } from './LanguageBox.tsx';
import { webAddress } from './links.ts';
import { ThemeBox } from './ThemeBox.tsx';

interface Props extends Partial<Pick<Subject, 'application' | 'organization'>> {
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
  const name = application?.displayName || 'Doorwright';
  const owner = organization?.displayName || organization?.name || 'Doorwright';
  const icon = webAddress(application?.favicon || organization?.favicon || '') ?? '/icon.svg';
  useEffect(() => {
    document.title = `${title} · ${owner}`;
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', icon);
  }, [title, owner, icon]);
  const home = webAddress(application?.homepageUrl ?? '');
  const site = webAddress(organization?.websiteUrl ?? '');
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
      <footer>
        {site ? <a href={site}>{owner}</a> : <span>{owner}</span>}
        <LanguageBox />
        <ThemeBox />
      </footer>
    </>
  );
}
