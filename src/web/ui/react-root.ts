// A script of its own (vite.config.ts). React DOM is not an ES module: it is run by the first that imports it, here, and not
// in one piece with the application, so that a slow telephone can answer in between.
export { createRoot, hydrateRoot } from 'react-dom/client'
