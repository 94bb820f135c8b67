/** The parts of the tabs that tell how to connect to an application. They share so much that they load as one file. */
export { ConnectCard } from './ConnectCard.tsx';
export { SamlCard } from './saml/SamlCard.tsx';
