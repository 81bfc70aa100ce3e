func.func @f0(%1: index, %x-2$: f16, %v3: f16, %a.b_4: bf16, %x-5$: f32) -> (f16, index, i1, bf16) {
  %6 = arith.constant 1 : index
  %a.b_7 = arith.constant 2 : index
  %a.b_8 = arith.constant 2 : index
  scf.for %a.b_9 = %6 to %a.b_7 step %a.b_8 {
    %10 = arith.constant -1.0 : f16
    %x-11$ = arith.maximumf %10, %x-2$ : f16
    %a.b_12 = arith.constant dense<1206510420857631232> : tensor<index>
    scf.yield
  }
  %v13 = arith.extf %a.b_4 : bf16 to f32
  %a.b_14 = arith.constant 1 : index
  %15:2 = arith.mulsi_extended %1, %a.b_14 : index
  %a.b_16 = arith.cmpi ugt, %a.b_7, %6 : index
  scf.if %a.b_16 {
    %17 = arith.constant 0.25 : bf16
    scf.yield
  }
  %a.b_19 = arith.constant -2147483647 : i32
  %x-22$ = arith.constant true
  cf.switch %a.b_19 : i32, [default: ^20, 0: ^21(%x-22$ : i1)]
^21(%46: i1):
  cf.br ^loop.18
^20:
  %23 = arith.constant true
  %a.b_24 = arith.xori %x-22$, %23 : i1
  %25 = scf.if %a.b_24 -> (f16) {
    scf.execute_region {
      %v26 = arith.constant 1 : index
      %a.b_27 = arith.constant 1 : index
      %v28 = arith.constant 7 : index
      %x-29$ = arith.andi %a.b_27, %v28 : index
      %30 = arith.constant 1 : index
      %31 = arith.ori %x-29$, %30 : index
      %x-32$ = arith.ceildivsi %v26, %31 : index
      %a.b_33 = arith.constant 2 : i8
      %v34 = arith.constant 3 : i8
      %35 = arith.constant 1 : i8
      %x-36$ = arith.constant dense<11> : tensor<index>
      %37:2 = scf.for %a.b_38 = %a.b_33 to %v34 step %35 iter_args(%v39 = %x-36$, %40 = %x-5$) -> (tensor<index>, f32) : i8 {
        %41 = scf.execute_region -> (i8) {
          %v42 = arith.constant -0.0 : f16
          %x-43$ = arith.maximumf %v42, %v42 : f16
          %44 = arith.index_cast %30 : index to i9
          %a.b_45 = arith.cmpf ugt, %x-5$, %x-5$ : f32
          scf.yield %a.b_38 : i8
        }
        scf.yield %x-36$, %40 : tensor<index>, f32
      }
      scf.yield
    }
    scf.yield %x-2$ : f16
  } else {
    scf.yield %v3 : f16
  }
  cf.br ^loop.18
^loop.18:
  %x-47$ = arith.constant 3.14159274 : f16
  %48 = arith.constant false
  %v49 = arith.constant 1.25 : bf16
  func.return %x-47$, %15#1, %48, %v49 : f16, index, i1, bf16
}
func.func @f1(%50: tensor<index>, %51: index, %52: index, %x-53$: f32) -> (f32, tensor<i32>, index) {
  %54 = arith.negf %x-53$ : f32
  %x-55$ = scf.index_switch %52 -> f64
  default {
    %56 = arith.constant 4.5 : bf16
    %57 = arith.cmpf false, %56, %56 : bf16
    %58 = arith.constant dense<6248744482976563200> : tensor<index>
    %a.b_59 = arith.constant 5 : i32
    %x-60$:3 = scf.while (%61 = %58, %a.b_62 = %a.b_59) : (tensor<index>, i32) -> (index, tensor<index>, i32) {
      %66 = arith.constant 2 : index
      %67 = arith.constant 2 : index
      %x-68$ = arith.constant 1 : index
      scf.for %v69 = %66 to %67 step %x-68$ {
        %70 = arith.constant -9223372036854775808 : index
        %x-71$:2 = arith.mului_extended %58, %61 : tensor<index>
        %72 = arith.constant 3.0 : f64
        scf.yield
      }
      %73 = scf.index_switch %52 -> i32
      case -9 {
        %74 = arith.constant 0.0 : f16
        %75, %76 = scf.execute_region -> (f32, bf16) {
          %a.b_77 = arith.constant 1.e-3 : f16
          cf.cond_br %57, ^79(%54 : f32), ^loop.80
        ^79(%a.b_81: f32):
          %v82 = arith.subf %a.b_81, %x-53$ : f32
          %a.b_83 = arith.constant 16777217.0 : f64
          %85 = arith.constant false
          %v84 = arith.select %85, %a.b_83, %a.b_83 : f64
          %a.b_86 = arith.minsi %85, %85 : i1
          cf.br ^loop.78
        ^loop.80:
          %87 = arith.cmpf false, %a.b_77, %a.b_77 : f16
          cf.br ^loop.78
        ^loop.78:
          %a.b_88 = arith.constant -1024.25 : f64
          %89 = arith.constant -2.25 : f64
          %90 = arith.select %57, %a.b_88, %89 : f64
          %91 = arith.constant -9223372036854775808 : index
          %a.b_92 = arith.addf %x-53$, %54 : f32
          cf.switch %a.b_62 : i32, [default: ^loop.94]
        ^loop.94:
          %v95 = arith.constant dense<-9223372036854775808> : tensor<index>
          %a.b_96 = arith.select %57, %v95, %v95 : tensor<index>
          cf.br ^bb93(%a.b_59 : i32)
        ^bb93(%v97: i32):
          %98 = arith.cmpi sle, %50, %58 : tensor<index>
          %99 = arith.constant 0 : index
          %x-100$ = arith.constant 7 : index
          %x-101$ = arith.andi %67, %x-100$ : index
          %102 = arith.constant 1 : index
          %v103 = arith.ori %x-101$, %102 : index
          %104 = arith.negf %x-53$ : f32
          cf.cond_br %57, ^106(%74, %99 : f16, index), ^loop.107
        ^106(%x-108$: f16, %v109: index):
          cf.br ^bb105
        ^loop.107:
          cf.br ^bb105
        ^bb105:
          %x-110$ = arith.constant -1.0 : f32
          %111 = arith.constant 0.5 : bf16
          scf.yield %x-110$, %111 : f32, bf16
        }
        %112 = arith.constant 16 : i32
        scf.yield %112 : i32
      }
      case -2 {
        scf.yield %a.b_59 : i32
      }
      default {
        %113 = arith.constant -2147483648 : i32
        scf.yield %113 : i32
      }
      %114 = arith.constant 0 : i32
      %x-115$ = arith.cmpi sgt, %a.b_62, %114 : i32
      scf.condition(%x-115$) %51, %58, %a.b_62 : index, tensor<index>, i32
    } do {
    ^bb0(%x-63$: index, %a.b_64: tensor<index>, %65: i32):
      %116 = arith.constant 1 : i32
      %117 = arith.subi %65, %116 : i32
      scf.yield %a.b_64, %117 : tensor<index>, i32
    }
    %v118 = arith.constant -1.5 : f64
    scf.yield %v118 : f64
  }
  %122 = arith.constant 3 : i32
  %123 = arith.constant 4.0 : f32
  cf.br ^119(%50, %123, %122 : tensor<index>, f32, i32)
^119(%124: tensor<index>, %125: f32, %126: i32):
  %127 = arith.constant 0 : i32
  %a.b_128 = arith.cmpi sgt, %126, %127 : i32
  cf.cond_br %a.b_128, ^120, ^bb121
^120:
  %129 = arith.constant 1 : i32
  %130 = arith.subi %126, %129 : i32
  cf.br ^119(%124, %54, %130 : tensor<index>, f32, i32)
^bb121:
  %a.b_134 = arith.constant 1 : index
  %135 = arith.cmpi ne, %a.b_134, %a.b_134 : index
  cf.cond_br %135, ^bb132(%125, %123 : f32, f32), ^a-133
^bb132(%v136: f32, %x-137$: f32):
  cf.br ^138
^138:
  %a.b_139 = arith.constant 16 : index
  %140 = arith.constant 2.0 : f16
  cf.br ^a-131(%a.b_139, %140 : index, f16)
^a-133:
  %x-141$ = arith.constant -4.25 : f16
  cf.br ^a-131(%51, %x-141$ : index, f16)
^a-131(%v142: index, %143: f16):
  %v144 = arith.constant dense<2147483647> : tensor<i32>
  return %54, %v144, %v142 : f32, tensor<i32>, index
}
