export const group = 'doorwright.dev';
export const version = 'v1alpha1';
export const apiVersion = `${group}/${version}`;
