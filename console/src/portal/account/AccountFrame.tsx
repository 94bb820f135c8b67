import { brandOf } from '@doorwright/crds/brand/brand-of.ts';
import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Foot, ownerName } from '../frame/Foot.tsx';
import { iconOf, Logo } from '../frame/Logo.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { type Sentence, said, t } from '../words.ts';
import { Portrait } from './avatar/Portrait.tsx';
import { Loading } from './Loading.tsx';
import type { OwnAccount } from './own-account.ts';
import type { SectionProps } from './section.ts';
import { addressOf, type sectionAt, sections } from './sections.ts';

interface Props {
  account: OwnAccount;
  section: NonNullable<ReturnType<typeof sectionAt>>;
  refresh: () => Promise<void>;
  onGo: (address: string) => void;
}

const bodies: Readonly<Record<string, ComponentType<SectionProps>>> = Object.fromEntries(
  sections.map(({ path, load }) => [path, lazy(async () => ({ default: await load() }))]),
);

/** The browser opens the link itself in a new tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The frame of the account page: its user above, the menu of sections, and one section. */
export function AccountFrame({ account, section, refresh, onGo }: Props) {
  const { user, organization, meetsSales, isImpersonated } = account;
  const [done, setDone] = useState<Sentence>('');
  const looks = brandOf(undefined, organization);
  usePageTitle(t(section.title), ownerName(organization), iconOf(looks));

  const shown = useRef(section.path);
  useEffect(() => {
    if (shown.current === section.path) return;
    shown.current = section.path;
    setDone('');
    document.querySelector<HTMLElement>('h1')?.focus();
    scrollTo(0, 0);
  }, [section.path]);

  function go(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlain(event)) return;
    event.preventDefault();
    const address = event.currentTarget.pathname;
    if (address === location.pathname) return;
    history.pushState(null, '', address);
    onGo(address);
  }

  const Body = bodies[section.path] as ComponentType<SectionProps>;
  const name = user.displayName || user.name;
  const listed = sections.filter((each) => meetsSales || !each.isOfSales || each === section);
  return (
    <>
      <div className="account">
        <header className="account-head">
          <a className="account-brand" href="/">
            <Logo looks={looks} name={ownerName(organization)} />
          </a>
          <span className="account-user">
            <Portrait user={user} size={32} />
            <span>{name}</span>
          </span>
          <a href="/logout">{t('logout')}</a>
        </header>
        <nav aria-label={t('accountTitle')}>
          <ul>
            {listed.map((each) => (
              <li key={each.path}>
                <a href={addressOf(each)} aria-current={each === section ? 'page' : undefined} onClick={go}>
                  {t(each.title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main>
          <h1 tabIndex={-1}>{t(section.title)}</h1>
          <p className="lead">{t(section.lead)}</p>
          {isImpersonated && <Alert look="info">{t('accountImpersonated')}</Alert>}
          <Alert look="success">{said(done)}</Alert>
          <Suspense fallback={<Loading />}>
            <Body account={account} refresh={refresh} tell={setDone} />
          </Suspense>
        </main>
      </div>
      <Foot organization={organization} />
    </>
  );
}
