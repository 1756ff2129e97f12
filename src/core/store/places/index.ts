export { createPlaceStore, layerIdOf, type PlaceStore } from './placeStore';
export { PlaceFileReader, placesFileOf, type PlaceReaderOptions } from './placeReader';
export { putLayer, removeLayers } from './placeWriter';
