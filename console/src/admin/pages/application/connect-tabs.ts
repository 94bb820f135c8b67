/** The parts of the tabs that tell how to connect to an application. They share so much that they load as one file. */
export { ConnectPart } from './ConnectPart.tsx';
export { FapiPreset } from './fapi/FapiPreset.tsx';
export { ProtocolsPart } from './ProtocolsPart.tsx';
