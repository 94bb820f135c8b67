import type { Application, Provider } from '../page.ts';
import type { Door } from './door.ts';

/** Where the browser is sent to sign in with a service. */
type Way = (provider: Provider, door: Door) => string;

/** The kinds of services that the server signs in with. A button that leads nowhere is never drawn. */
const ways: Partial<Record<Provider['type'], Way>> = {};

interface Service {
  provider: Provider;
  way: Way;
}

/** Services that an application shows and lets its users come through. */
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
