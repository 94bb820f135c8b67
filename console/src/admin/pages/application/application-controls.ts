// The controls of an application's tabs are one file: each further one would be a request.
export { ProvidersControl } from './ProvidersControl.tsx';
export { PageHtmlControl } from './preview/PageHtmlControl.tsx';
export { ServiceProvidersControl } from './saml/ServiceProvidersControl.tsx';
export { SignUpControl } from './signup/SignUpControl.tsx';
export { SignupItemsControl } from './signup/SignupItemsControl.tsx';
export { TermsControl } from './terms/TermsControl.tsx';
