import type { Application, Provider } from '../page.ts';
import type { Door } from './door.ts';

/** The address at which a service signs users in. */
type Way = (provider: Provider, door: Door) => string;

/** The types of services that the server can sign in with. Other types get no button. */
const ways: Partial<Record<Provider['type'], Way>> = {};

interface Service {
  provider: Provider;
  way: Way;
}

/** The services that an application shows and allows for sign-in. */
export const servicesOf = ({ providers }: Pick<Application, 'providers'>): Service[] =>
  providers.flatMap(({ visible, canSignIn, provider }) => {
    const way = provider && ways[provider.type];
    return visible && canSignIn && way ? [{ provider, way }] : [];
  });

export function ProviderList({ services, door }: { services: readonly Service[]; door: Door }) {
  if (services.length === 0) return null;
  return (
    <ul className="providers">
      {services.map(({ provider, way }) => (
        <li key={provider.name}>
          <a href={way(provider, door)}>
            <img src={provider.customLogo} alt={provider.displayName} width={30} height={30} />
          </a>
        </li>
      ))}
    </ul>
  );
}
