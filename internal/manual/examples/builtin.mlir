module {
  module {
  }
  %0 = unrealized_conversion_cast to i32
}
